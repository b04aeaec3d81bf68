import { queryOptions, useQuery } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { fullName } from '@chisholm/domain/full-name'
import { isAdmin, may, type Role, vetRoles } from '@chisholm/domain/permissions'
import { api } from '../../api/client.ts'
import type { ResponseOf } from '../../api/call-types.ts'
import { readableOffline } from '../../api/readable-offline.ts'
import { type Session, useSession } from '../../api/session.ts'
import { uiTexts } from '../../ui-texts.ts'

/** A user as visible to the current user: the complete profile of oneself, but only the name of others. */
export type VisibleUser = ResponseOf<'get', '/users/{id}'>['data']
export type Vet = Pick<VisibleUser, 'id' | 'first_name' | 'last_name' | 'roles'>

export const vetsQuery = (roles: readonly Role[]) =>
  queryOptions({
    queryKey: ['vets', ...roles],
    queryFn: async () =>
      (await api.get('/users', { 'filter[roles.name]': roles.join(','), per_page: constants.maxPageSize })).data,
    staleTime: 60_000,
    meta: readableOffline,
  })

/** The users whom a vet user may assign to a visit; for a Veterinarian only themselves. */
export function assignableVetsQuery(user: Pick<Session, 'roles' | 'uuid'> | null) {
  const mayChooseAny = user !== null && may(user, 'vet.choose-any')
  return queryOptions({
    ...vetsQuery(mayChooseAny ? vetRoles : ['Veterinarian']),
    select: (vets) => vets.filter(({ id }) => mayChooseAny || id === user?.uuid),
  })
}

/** `assignableVetsQuery` of the signed-in user. */
export const useAssignableVets = () => useQuery(assignableVetsQuery(useSession()))

/** Users with one of these roles to whom visible tickets are assigned, including disabled users. */
export const vetsOnPostMortemsQuery = (roles: readonly Role[]) =>
  queryOptions({
    queryKey: ['vets', 'on-tickets', ...roles],
    queryFn: async () =>
      (
        await api.get('/users', {
          'filter[roles.name]': roles.join(','),
          'filter[on_tickets]': 'true',
          per_page: constants.maxPageSize,
        })
      ).data,
    staleTime: 60_000,
    meta: readableOffline,
  })

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: async () => (await api.get('/users/{id}', { id })).data,
    meta: readableOffline,
  })

/** The name of a user, or the e-mail address if there is no name yet. */
export const displayName = (user: Pick<VisibleUser, 'first_name' | 'last_name' | 'email'>) =>
  fullName(user) || (user.email ?? '')

/** The label of a veterinarian in a list. It marks Admins and the current user (specification 2.7). */
export const vetLabel = (vet: Vet, myId: string | undefined) =>
  [fullName(vet), isAdmin(vet) ? uiTexts.adminMark : '', vet.id === myId ? uiTexts.meMark : '']
    .filter(Boolean)
    .join(' ')
