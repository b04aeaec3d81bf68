import './install.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { askToInstall, askToPersist, declineInstall, offeredInstallMethod } from './install.ts'
import { offlineTexts } from './offline-texts.ts'

const texts = offlineTexts.install
const InstallDialog = lazyPart(async () => (await import('./install-dialog.tsx')).InstallDialog)

/** Text for the kind of device. */
export const offerText = () => (matchMedia('(pointer: coarse)').matches ? texts.offerPhone : texts.offerComputer)

/** Offers to install the app after a request was sent from this device. */
export function InstallCard() {
  const [way, setWay] = useState(offeredInstallMethod)
  const [showsSteps, setShowsSteps] = useState(false)
  if (!way) return null
  const install = async () => {
    if (way === 'prompt') {
      await askToInstall()
      setWay(null)
      return
    }
    setShowsSteps(true)
    await askToPersist()
  }
  const decline = () => {
    declineInstall()
    setWay(null)
  }
  return (
    <section className="card install-card" aria-label={texts.menuItem}>
      <p>{offerText()}</p>
      <p className="hint">{texts.persistReason}</p>
      <div className="row">
        <Button variant="default" onClick={() => void install()}>
          {way === 'prompt' ? texts.install : texts.showHow}
        </Button>
        <Button variant="subtle" onClick={decline}>
          {texts.notNow}
        </Button>
      </div>
      {showsSteps && <InstallDialog onClose={() => setShowsSteps(false)} />}
    </section>
  )
}
