import { Button } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconFileText } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { canHash, sha256Of } from './sha256.ts'
import { verifyTexts } from './verify-texts.ts'

interface Comparison {
  name: string
  result: 'matches' | 'differs' | 'unreadable'
}

const resultViews: Record<Comparison['result'], { icon: ReactNode; title: string; text: (name: string) => string }> = {
  matches: {
    icon: <IconCircleCheck size={40} aria-hidden />,
    title: verifyTexts.matches,
    text: verifyTexts.matchesExplained,
  },
  differs: {
    icon: <IconCircleX size={40} aria-hidden />,
    title: verifyTexts.differs,
    text: verifyTexts.differsExplained,
  },
  unreadable: {
    icon: <IconCircleX size={40} aria-hidden />,
    title: verifyTexts.isUnchanged,
    text: () => verifyTexts.cannotRead,
  },
}

/** Compares a PDF that is chosen or dropped with the SHA-256 of the issued one, in the browser. */
export function CompareCopy({ sha256 }: { sha256: string }) {
  const [comparison, setComparison] = useState<Comparison | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const compare = async (file: File | undefined) => {
    if (!file) return
    const hash = await sha256Of(file).catch(() => null)
    const result = hash === null ? 'unreadable' : hash === sha256 ? 'matches' : 'differs'
    setComparison({ name: file.name, result })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void compare(event.dataTransfer.files[0])
  }
  const face = comparison && resultViews[comparison.result]
  return (
    <section
      className={`verify-copy ${comparison?.result ?? ''}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {face?.icon ?? <IconFileText size={32} aria-hidden />}
      <div aria-live="polite">
        <h2>{face?.title ?? verifyTexts.isUnchanged}</h2>
        <p>{face ? face.text(comparison.name) : canHash() ? verifyTexts.comparedHere : verifyTexts.cannotCompare}</p>
      </div>
      {canHash() && (
        <>
          <input
            ref={input}
            type="file"
            accept="application/pdf"
            hidden
            onChange={(event) => {
              void compare(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
          <Button variant="default" onClick={() => input.current?.click()}>
            {comparison ? verifyTexts.chooseAnother : verifyTexts.choose}
          </Button>
        </>
      )}
    </section>
  )
}
