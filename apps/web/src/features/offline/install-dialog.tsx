import './install.css'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { askToInstall, askToPersist, currentInstallMethod } from './install.ts'
import { offerText } from './install-card.tsx'
import { offlineTexts } from './offline-texts.ts'

const texts = offlineTexts.install

/** Instructions for installing the app on this device. */
export function InstallDialog({ onClose }: { onClose: () => void }) {
  const [way] = useState(currentInstallMethod)
  useEffect(() => {
    if (way !== 'prompt') void askToPersist()
  }, [way])
  const install = async () => {
    await askToInstall()
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={texts.menuItem}>
      <div className="stack install-steps">
        {way === 'apple' ? (
          <>
            <ol>
              {texts.appleSteps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <p>{texts.appleReason}</p>
          </>
        ) : (
          <p>{way === 'prompt' ? offerText() : texts.browserMenu}</p>
        )}
        <p className="hint">{texts.persistReason}</p>
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          {way === 'prompt' ? (
            <Button onClick={() => void install()}>{texts.install}</Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              {uiTexts.close}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}
