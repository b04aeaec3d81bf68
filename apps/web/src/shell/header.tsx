import { Menu } from '@mantine/core'
import { IconChevronLeft, IconMenu2, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import { may, type Role } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { type ComponentProps, useState } from 'react'
import { api } from '../api/client.ts'
import { delay } from '../api/delay.ts'
import { type Session, useSession } from '../api/session.ts'
import { currentInstallMethod, InstallDialog, offlineTexts } from '../features/offline/index.ts'
import { Bell, stopPush } from '../features/notifications/index.ts'
import { clearSession, deleteUserData, describeLossAtSignOut, signOutTexts } from '../features/sign-out/index.ts'
import { providerQuery } from '../features/sites/index.ts'
import { toastDuring } from '../ui/toast-during.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { useConfirm } from '../ui/use-confirm.tsx'
import { useHeader } from '../ui/header-state.ts'
import { useHasRail } from '../ui/use-is-wide.ts'
import { Deferred } from '../ui/deferred.tsx'
import { Logo } from '../ui/logo.tsx'
import { shellTexts } from './shell-texts.ts'
import { uiTexts } from '../ui-texts.ts'
import { AccessRibbon } from './access-ribbon.tsx'
import { useBack } from './use-back.ts'
import { useWaitingCount, WaitingButton } from './waiting-button.tsx'
import { scannerTexts } from '../features/scanner/index.ts'

export function Header({ roles }: { roles: readonly Role[] }) {
  const { title, back } = useHeader()
  const goBack = useBack()
  const hasRail = useHasRail()
  return (
    <header className="header" style={back ? { paddingLeft: 4 } : undefined}>
      {back ? (
        <button type="button" className="icon-button" aria-label={uiTexts.back} onClick={() => goBack(back)}>
          <IconChevronLeft stroke={1.8} />
        </button>
      ) : (
        <Logo />
      )}
      <b>{title || uiTexts.product}</b>
      <Deferred>
        {hasRail && <AccessRibbon roles={roles} />}
        <WaitingButton />
        <Bell />
      </Deferred>
      <Link to={'/a/search'} className="icon-button" aria-label={uiTexts.search}>
        <IconSearch stroke={1.8} />
      </Link>
      <DeferredMenu />
    </header>
  )
}

const MenuButton = (props: ComponentProps<'button'>) => (
  <button type="button" aria-haspopup="menu" {...props} className="icon-button" aria-label={shellTexts.menu}>
    <IconMenu2 stroke={1.8} />
  </button>
)

/** If clicked before the menu has loaded, opens the menu after loading. */
function DeferredMenu() {
  const [opened, setOpened] = useState(false)
  return (
    <Deferred fallback={<MenuButton onClick={() => setOpened(true)} />}>
      <AppMenu opened={opened} onChange={setOpened} />
    </Deferred>
  )
}

/** Deletes the user's data on this device, even if the server does not respond, and ends the session. */
async function signOutHere(owner: string, token: string | undefined): Promise<void> {
  // The first request, because a later one might carry the token of the next user. It ends the pushes, too.
  const serverKnows = api.post('/auth/logout', { token }).catch(() => undefined)
  await deleteUserData(owner)
  await Promise.race([serverKnows, delay(constants.outbox.responseTimeout)])
  await clearSession()
  void stopPush().catch(() => undefined)
}

/** Signs the user out once they have confirmed the loss of unsaved input. Render `dialog`, which asks. */
function useSignOut(currentUser: Session | null) {
  const navigate = useNavigate()
  const { ask, dialog } = useConfirm()
  const signOut = async () => {
    const owner = currentUser?.uuid ?? ''
    const text = await describeLossAtSignOut(owner)
    const question = { title: texts.other.unsavedChanges, text, confirmLabel: shellTexts.logout, isDangerous: true }
    if (text && !(await ask(question))) return
    await toastDuring(signOutTexts.loggingOut, signOutHere(owner, currentUser?.token))
    await navigate({ to: '/u/login' })
  }
  return { signOut, dialog }
}

interface MenuLink {
  to: string
  text: string
}

const topLinks = (currentUser: Session | null, waiting: number): MenuLink[] => [
  ...(currentUser && may(currentUser, 'planner.view') ? [{ to: '/a/planner', text: uiTexts.planner }] : []),
  { to: '/a/insight', text: uiTexts.insight },
  ...(waiting > 0 ? [{ to: '/a/waiting', text: offlineTexts.waiting.menuItem(waiting) }] : []),
  { to: '/a', text: uiTexts.home },
]

const otherLinks = (currentUser: Session | null): MenuLink[] => [
  { to: '/a/profile', text: uiTexts.profile },
  { to: '/a/reports', text: uiTexts.animalReports },
  ...(currentUser && may(currentUser, 'user.invite') ? [{ to: '/a/invite-user', text: uiTexts.inviteUser }] : []),
  ...(currentUser && may(currentUser, 'samples.write') ? [{ to: '/a/samples', text: uiTexts.samples }] : []),
  ...(currentUser && may(currentUser, 'animal-page.view') ? [{ to: '/a/scanner', text: scannerTexts.title }] : []),
  ...(currentUser && may(currentUser, 'administration.view') ? [{ to: '/a/admin', text: uiTexts.administration }] : []),
  { to: '/a/change-password', text: uiTexts.changePassword },
  { to: '/a/security', text: uiTexts.security },
]

function AppMenu(shown: { opened: boolean; onChange: (opened: boolean) => void }) {
  const currentUser = useSession()
  const provider = useQuery(providerQuery()).data
  const navigate = useNavigate()
  const { signOut, dialog } = useSignOut(currentUser)
  const waiting = useWaitingCount()
  const [isInstalling, setInstalling] = useState(false)
  const toMenuItem = ({ to, text }: MenuLink) => (
    <Menu.Item key={to} mih={48} onClick={() => void navigate({ to })}>
      {text}
    </Menu.Item>
  )
  return (
    <>
      <ActionMenu {...shown} position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <MenuButton />
        </Menu.Target>
        <Menu.Dropdown mah="calc(100dvh - 64px)" style={{ overflowY: 'auto' }}>
          {topLinks(currentUser, waiting).map(toMenuItem)}
          {provider?.url && (
            <Menu.Item mih={48} component="a" href={provider.url} target="_blank" rel="noreferrer">
              {shellTexts.webSite}
            </Menu.Item>
          )}
          {otherLinks(currentUser).map(toMenuItem)}
          {currentInstallMethod() && (
            <Menu.Item mih={48} onClick={() => setInstalling(true)}>
              {offlineTexts.install.menuItem}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item mih={48} onClick={() => window.location.reload()}>
            {shellTexts.refresh.verb}
          </Menu.Item>
          <Menu.Item mih={48} onClick={() => void signOut()}>
            {shellTexts.logout}
          </Menu.Item>
        </Menu.Dropdown>
      </ActionMenu>
      {dialog}
      {isInstalling && <InstallDialog onClose={() => setInstalling(false)} />}
    </>
  )
}
