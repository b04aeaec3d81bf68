import { Button, Checkbox } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { type SystemFinding, systemStates, validateSystemFinding } from '@chisholm/domain/examination'
import { type RefObject, useState } from 'react'
import { afterPress } from '../../../ui/after-press.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { PhraseTextarea } from '../../animals/index.ts'
import { examinationTexts } from './examination-texts.ts'
import { withSystem } from './examination-values.ts'

interface SystemsPanelProps {
  systems: SystemFinding[]
  onChange: (systems: SystemFinding[]) => void
  /** The system that keyboard shortcuts affect. */
  current: number
  onMove: (to: number) => void
  /** On phones one system is shown at a time. */
  isNarrow: boolean
  panel: RefObject<HTMLElement | null>
}

export function SystemsPanel({ systems, onChange, current, onMove, isNarrow, panel }: SystemsPanelProps) {
  // Findings from before are not being typed: they show at once what they need.
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(systems.filter((finding) => validateSystemFinding(finding) !== null).map(({ system }) => system)),
  )
  const leave = (system: string) => setLeft((before) => new Set([...before, system]))
  const goToNext = () => {
    const finding = systems[current]
    if (!finding || validateSystemFinding(finding) === null) return onMove(current + 1)
    leave(finding.system)
    panel.current?.querySelector('textarea')?.focus()
  }
  const shown = isNarrow ? systems.slice(current, current + 1) : systems
  const isLast = current === systems.length - 1
  return (
    <section className="stack" aria-labelledby="systems" ref={panel}>
      <div className="row between">
        <h2 id="systems">{examinationTexts.examination}</h2>
        <NormalSystems systems={systems} onChange={onChange} />
      </div>
      {isNarrow && <p className="hint">{examinationTexts.system(current + 1, systems.length)}</p>}
      {shown.map((finding) => (
        <SystemRow
          key={finding.system}
          finding={finding}
          wasLeft={left.has(finding.system)}
          onLeave={() => leave(finding.system)}
          onFocus={() => onMove(systems.indexOf(finding))}
          onChange={(changed) => onChange(withSystem(systems, changed, finding.system))}
        />
      ))}
      {isNarrow && (
        <div className="row examine-move">
          <Button variant="default" disabled={current === 0} onClick={() => onMove(current - 1)}>
            {examinationTexts.previousSystem}
          </Button>
          <Button className="grow" disabled={isLast} onClick={goToNext}>
            {examinationTexts.nextSystem}
          </Button>
        </div>
      )}
    </section>
  )
}

interface SystemRowProps {
  finding: SystemFinding
  /** Whether its description has been left before, so that a missing one is an error. */
  wasLeft: boolean
  onLeave: () => void
  onFocus: () => void
  onChange: (changed: Partial<SystemFinding>) => void
}

function SystemRow({ finding, wasLeft, onLeave, onFocus, onChange }: SystemRowProps) {
  const { system, state, text } = finding
  const name = examinationTexts.systems[system]
  const error = validateSystemFinding(finding)
  return (
    <div
      className="examine-system"
      data-system={system}
      onFocus={onFocus}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) afterPress(onLeave)
      }}
    >
      <Segmented
        label={name}
        value={state}
        onChange={(next) => onChange({ state: next })}
        choices={systemStates.map((value) => ({ value, label: examinationTexts.states[value] }))}
      />
      {(state === 'abnormal' || text) && (
        <PhraseTextarea
          label={examinationTexts.findingsOf(name)}
          hidesLabel
          system={system}
          minRows={2}
          value={text ?? ''}
          onChange={(typed) => onChange({ text: typed || null })}
          {...(error && { placeholder: examinationTexts.describe })}
          error={wasLeft && error ? error : undefined}
        />
      )}
    </div>
  )
}

/** Sets systems to normal that the user confirms to have examined, because no system is normal by default. */
function NormalSystems({ systems, onChange }: Pick<SystemsPanelProps, 'systems' | 'onChange'>) {
  const [ticked, setTicked] = useState<string[] | null>(null)
  const [wasEmpty, setWasEmpty] = useState(false)
  const open = systems.filter(({ state }) => state === 'not_examined').map(({ system }) => system)
  const close = () => {
    setTicked(null)
    setWasEmpty(false)
  }
  const setNormal = () => {
    const lookedAt = new Set(ticked)
    onChange(systems.map((finding) => (lookedAt.has(finding.system) ? { ...finding, state: 'normal' } : finding)))
    close()
  }
  return (
    <>
      <Button
        size="sm"
        mih={44}
        variant="default"
        disabled={open.length === 0}
        leftSection={<IconChecks size={18} aria-hidden />}
        onClick={() => setTicked([])}
      >
        {examinationTexts.allNormal}
      </Button>
      <Dialog opened={ticked !== null} onClose={close} title={examinationTexts.lookedAt}>
        <DialogForm
          submitLabel={examinationTexts.setNormal}
          isSubmitting={false}
          onCancel={close}
          onSubmit={(event) => {
            event.preventDefault()
            if (ticked?.length) setNormal()
            else setWasEmpty(true)
          }}
        >
          <p className="hint">{examinationTexts.lookedAtHint}</p>
          <Button variant="subtle" onClick={() => setTicked(open)} style={{ alignSelf: 'flex-start' }}>
            {examinationTexts.tickAll}
          </Button>
          <Checkbox.Group
            value={ticked ?? []}
            onChange={setTicked}
            aria-label={examinationTexts.lookedAt}
            error={wasEmpty && !ticked?.length && examinationTexts.tickSystem}
          >
            {open.map((system) => (
              <Checkbox key={system} value={system} label={examinationTexts.systems[system]} />
            ))}
          </Checkbox.Group>
        </DialogForm>
      </Dialog>
    </>
  )
}
