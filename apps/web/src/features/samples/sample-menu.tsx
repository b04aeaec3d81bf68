import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useRef } from 'react'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { sampleTexts } from './sample-texts.ts'

export interface SampleAction {
  text: string
  act: () => void
  /** Accessible name, if it is longer than the text. */
  label?: string
  color?: string
}

interface SampleMenuProps {
  /** Accessible name of its button. */
  label: string
  actions: SampleAction[]
  isBusy: boolean
}

/** A menu of further actions on a sample. */
export function SampleMenu({ label, actions, isBusy }: SampleMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <ActionMenu position="bottom-start" width={220}>
      <Menu.Target>
        <Button
          ref={button}
          size="sm"
          mih={44}
          variant="default"
          loading={isBusy}
          aria-label={label}
          rightSection={<IconChevronDown size={18} stroke={1.8} aria-hidden />}
        >
          {sampleTexts.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ text, act, label: name, color }) => (
          <Menu.Item
            key={text}
            mih={48}
            {...(name && { 'aria-label': name })}
            {...(color && { c: color })}
            onClick={() => {
              // The focus returns to it from the dialog.
              button.current?.focus()
              act()
            }}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </ActionMenu>
  )
}
