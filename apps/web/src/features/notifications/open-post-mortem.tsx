import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { postMortemPath } from '@chisholm/domain/page-paths'

/** Redirects from a device notification, which only has the ticket's number, to the ticket. */
export function OpenPostMortem({ number }: { number: string }) {
  const currentUser = useSession()
  const ticket = useQuery({
    queryKey: ['post-mortems', 'by-number', number],
    queryFn: async () =>
      (await api.get('/post-mortems', { 'filter[veterinary_records.pin]': number, per_page: 1 })).data[0] ?? null,
  }).data
  return currentUser && ticket ? <Navigate to={postMortemPath(currentUser, ticket.id)} replace /> : null
}
