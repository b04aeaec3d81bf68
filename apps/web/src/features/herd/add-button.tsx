import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

export const AddButton = ({ text, onClick }: { text: string; onClick: () => void }) => (
  <Button variant="default" mih={44} leftSection={<IconPlus size={20} aria-hidden />} onClick={onClick}>
    {text}
  </Button>
)
