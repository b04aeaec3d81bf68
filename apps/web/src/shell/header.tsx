import { Menu } from '@mantine/core'
import { IconChevronLeft, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { may } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { api } from '../api/client.ts'
import { forgetAll } from '../api/kept.ts'
import { session, useSession } from '../api/session.ts'
import { draftsQuery, dropDrafts } from '../features/photos/drafts.ts'
import { providerQuery } from '../features/sites/queries.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { useHeader } from '../ui/header-state.ts'
import { Mark } from '../ui/mark.tsx'
import { uiTexts } from '../ui-texts.ts'

export function Header() {
  const { title, back } = useHeader()
  const router = useRouter()
  const navigate = useNavigate()
  const goBack = () => (typeof back === 'string' ? void navigate({ to: back }) : router.history.back())
  return (
    <header className="header" style={back ? { paddingLeft: 4 } : undefined}>
      {back ? (
        <button type="button" className="icon-button" aria-label={uiTexts.back} onClick={goBack}>
          <IconChevronLeft stroke={1.8} />
        </button>
      ) : (
        <Mark />
      )}
      <b>{title || uiTexts.product}</b>
      <Link to={'/a/search' as string} className="icon-button" aria-label={uiTexts.search}>
        <IconSearch stroke={1.8} />
      </Link>
      <HeaderMenu />
    </header>
  )
}

function HeaderMenu() {
  const person = useSession()
  const provider = useQuery(providerQuery()).data
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { ask, dialog } = useConfirm()
  const signOut = async () => {
    const drafts = (await queryClient.ensureQueryData(draftsQuery(person?.uuid ?? ''))).map(({ id }) => id)
    const lost = { title: texts.other.unsavedChanges, text: uiTexts.photos.lostAtLogout(drafts.length) }
    if (drafts.length > 0 && !(await ask({ ...lost, verb: uiTexts.logout, dangerous: true }))) return
    await dropDrafts(queryClient, person?.uuid ?? '', drafts)
    // gone from this browser whatever the server answers
    await api.post('/auth/logout', { token: person?.token }).catch(() => undefined)
    await forgetAll()
    session.clear()
    queryClient.clear()
    await navigate({ to: '/u/login' })
  }
  const entries = [
    { to: '/a', text: uiTexts.home },
    { to: '/a/profile', text: uiTexts.profile },
    { to: '/a/reports', text: uiTexts.animalReports },
    ...(person && may(person, 'user.invite') ? [{ to: '/a/invite-user', text: uiTexts.inviteUser }] : []),
    ...(person && may(person, 'animal-page.view') ? [{ to: '/a/scanner', text: uiTexts.scanner.title }] : []),
    { to: '/a/change-password', text: uiTexts.changePassword },
    { to: '/a/security', text: uiTexts.security },
  ]
  return (
    <>
      <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <button type="button" className="icon-button" aria-label={uiTexts.menu}>
            <IconMenu2 stroke={1.8} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {entries.map(({ to, text }) => (
            <Menu.Item key={to} mih={48} onClick={() => void navigate({ to })}>
              {text}
            </Menu.Item>
          ))}
          {provider && (
            <Menu.Item mih={48} component="a" href={provider.url} target="_blank" rel="noreferrer">
              {uiTexts.webSite}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item mih={48} onClick={() => void signOut()}>
            {uiTexts.logout}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  )
}
