import { Menu } from '@mantine/core'
import { IconChevronLeft, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { may } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { type ComponentProps, useState } from 'react'
import { api } from '../api/client.ts'
import { keptEntries } from '../api/kept-entries.ts'
import { forgetAll, keptForms } from '../api/kept.ts'
import { outbox } from '../api/outbox.ts'
import { forgetLists } from '../api/remembered.ts'
import { session, useSession } from '../api/session.ts'
import { draftsQuery, dropDrafts, photoTexts } from '../features/photos/index.ts'
import { forgetDiagnoses } from '../features/post-mortems/index.ts'
import { providerQuery } from '../features/sites/index.ts'
import { useConfirm } from '../ui/confirm.tsx'
import { useHeader } from '../ui/header-state.ts'
import { Later } from '../ui/later.tsx'
import { Mark } from '../ui/mark.tsx'
import { outboxTexts } from '../outbox-texts.ts'
import { shellTexts } from './shell-texts.ts'
import { uiTexts } from '../ui-texts.ts'
import { useWayBack } from './way-back.ts'
import { scannerTexts } from '../features/scanner/index.ts'

export function Header() {
  const { title, back } = useHeader()
  const goBack = useWayBack()
  return (
    <header className="header" style={back ? { paddingLeft: 4 } : undefined}>
      {back ? (
        <button type="button" className="icon-button" aria-label={uiTexts.back} onClick={() => goBack(back)}>
          <IconChevronLeft stroke={1.8} />
        </button>
      ) : (
        <Mark />
      )}
      <b>{title || uiTexts.product}</b>
      <Link to={'/a/search'} className="icon-button" aria-label={uiTexts.search}>
        <IconSearch stroke={1.8} />
      </Link>
      <HeaderMenu />
    </header>
  )
}

const MenuButton = (props: ComponentProps<'button'>) => (
  <button type="button" aria-haspopup="menu" {...props} className="icon-button" aria-label={shellTexts.menu}>
    <IconMenu2 stroke={1.8} />
  </button>
)

/** A click before the menu has loaded opens it once it is there. */
function HeaderMenu() {
  const [opened, setOpened] = useState(false)
  return (
    <Later meanwhile={<MenuButton onClick={() => setOpened(true)} />}>
      <WholeMenu opened={opened} onChange={setOpened} />
    </Later>
  )
}

function WholeMenu(shown: { opened: boolean; onChange: (opened: boolean) => void }) {
  const person = useSession()
  const provider = useQuery(providerQuery()).data
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { ask, dialog } = useConfirm()
  const signOut = async () => {
    const owner = person?.uuid ?? ''
    const drafts = (await queryClient.ensureQueryData(draftsQuery(owner))).map(({ id }) => id)
    const unsent = (await keptEntries.of(owner)).length
    const typed = (await keptForms()).length
    const text = [
      ...(unsent > 0 ? [outboxTexts.lostAtLogout(unsent)] : []),
      ...(typed > 0 ? [shellTexts.typedLostAtLogout] : []),
      ...(drafts.length > 0 ? [photoTexts.lostAtLogout(drafts.length)] : []),
    ].join(' ')
    const question = { title: texts.other.unsavedChanges, text, verb: shellTexts.logout, dangerous: true }
    if (text && !(await ask(question))) return
    await dropDrafts(queryClient, owner, drafts)
    await outbox.clear(owner)
    // local data is deleted even if the server does not respond
    await api.post('/auth/logout', { token: person?.token }).catch(() => undefined)
    await forgetAll()
    forgetDiagnoses()
    await forgetLists()
    session.clear()
    queryClient.clear()
    await navigate({ to: '/u/login' })
  }
  const entries = [
    { to: '/a/profile', text: uiTexts.profile },
    { to: '/a/reports', text: uiTexts.animalReports },
    ...(person && may(person, 'user.invite') ? [{ to: '/a/invite-user', text: uiTexts.inviteUser }] : []),
    ...(person && may(person, 'animal-page.view') ? [{ to: '/a/scanner', text: scannerTexts.title }] : []),
    ...(person && may(person, 'administration.view') ? [{ to: '/a/admin', text: uiTexts.administration }] : []),
    { to: '/a/change-password', text: uiTexts.changePassword },
    { to: '/a/security', text: uiTexts.security },
  ]
  return (
    <>
      <Menu {...shown} position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <MenuButton />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item mih={48} onClick={() => void navigate({ to: '/a' })}>
            {uiTexts.home}
          </Menu.Item>
          {provider?.url && (
            <Menu.Item mih={48} component="a" href={provider.url} target="_blank" rel="noreferrer">
              {shellTexts.webSite}
            </Menu.Item>
          )}
          {entries.map(({ to, text }) => (
            <Menu.Item key={to} mih={48} onClick={() => void navigate({ to })}>
              {text}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item mih={48} onClick={() => window.location.reload()}>
            {shellTexts.refresh.verb}
          </Menu.Item>
          <Menu.Item mih={48} onClick={() => void signOut()}>
            {shellTexts.logout}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  )
}
