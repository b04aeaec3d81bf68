import '../../ui/status-bar.css'
import './scanner.css'
import { IconBluetoothConnected, IconBluetoothX, IconPlayerPause, IconX } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import { useEffect } from 'react'
import { scannerTexts } from './scanner-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { scanner, useScanner } from './scanner.ts'
import { isScanning, scannerMessage, type ScannerState } from './scanner-state.ts'

/**
 * The status bar of the scanner, which every page shows while the scanner is in use. It opens the animal of each scan.
 */
export function ScannerStatusBar() {
  const state = useScanner()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  useEffect(() => scanner.onScan((rfid) => void navigate({ to: '/a/animal/$id', params: { id: rfid } })), [navigate])
  // The scanner disconnects on sign-out.
  useEffect(() => scanner.disconnect, [])
  const message = scannerMessage(state)
  const { name } = state.connection
  const isDown = name === 'waiting' || name === 'disconnected'
  return (
    <section
      className={isDown ? 'status-bar scanner-status-bar down' : 'status-bar scanner-status-bar'}
      aria-label={scannerTexts.title}
      hidden={message === ''}
    >
      <StateIcon state={state} />
      <output className="grow">
        <b>{message}</b>
        <RetryHint state={state} />
      </output>
      {/* The scanner page has these buttons at its bottom. */}
      {pathname !== '/a/scanner' && <StatusBarButtons state={state} />}
    </section>
  )
}

function StateIcon({ state }: { state: ScannerState }) {
  const { name } = state.connection
  const Icon = isScanning(state)
    ? IconBluetoothConnected
    : name === 'connected'
      ? IconPlayerPause
      : name === 'connecting'
        ? IconBluetoothConnected
        : IconBluetoothX
  return <Icon size={22} stroke={1.8} aria-hidden />
}

const RetryHint = ({ state: { connection } }: { state: ScannerState }) =>
  connection.name === 'waiting' ? (
    <span>{scannerTexts.tryingAgain(connection.retries, constants.scannerRetries)}</span>
  ) : null

function StatusBarButtons({ state: { connection, paused } }: { state: ScannerState }) {
  const isDisconnected = connection.name === 'disconnected'
  return (
    <>
      {connection.name === 'connected' && (
        <button type="button" className="status-bar-button" onClick={paused ? scanner.resume : scanner.pause}>
          {paused ? scannerTexts.resume : scannerTexts.pause}
        </button>
      )}
      {isDisconnected && (
        <button type="button" className="status-bar-button" onClick={scanner.connectAgain}>
          {uiTexts.tryAgain}
        </button>
      )}
      <button
        type="button"
        className="status-bar-button"
        aria-label={isDisconnected ? scannerTexts.dismiss : scannerTexts.disconnect}
        onClick={scanner.disconnect}
      >
        <IconX size={22} stroke={1.8} aria-hidden />
      </button>
    </>
  )
}
