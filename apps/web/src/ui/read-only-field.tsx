import { TextInput, type TextInputProps } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'

/** A value that cannot be changed here, between fields that can: legible, with a lock. */
export const ReadOnlyField = (props: TextInputProps) => (
  <TextInput
    readOnly
    leftSection={<IconLock size={20} aria-hidden />}
    inputWrapperOrder={['label', 'input', 'description']}
    styles={{ input: { background: 'var(--hush)', borderColor: 'transparent' } }}
    {...props}
  />
)
