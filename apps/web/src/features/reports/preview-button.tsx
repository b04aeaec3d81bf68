import { Button, type ButtonProps } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconEye } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReportActionsProps, useReportAction } from './use-report-action.ts'
import { versionTexts } from './version-texts.ts'

interface PreviewButtonProps extends ReportActionsProps, Pick<ButtonProps, 'mih' | 'visibleFrom' | 'disabled'> {
  reportPath: string
}

/** Opens the report as it would be issued now, after everything entered here was sent. */
export function PreviewButton({ postMortem, opinions, reportPath, disabled = false, ...props }: PreviewButtonProps) {
  const navigate = useNavigate()
  const { online } = useNetwork()
  const { running, run } = useReportAction<'preview'>({ postMortem, opinions })
  const preview = () => navigate({ to: reportPath, search: { version: 'draft' } })
  return (
    <Button
      {...props}
      variant="default"
      leftSection={<IconEye size={20} aria-hidden />}
      disabled={disabled || !online || running !== null}
      loading={running === 'preview'}
      onClick={() => void run('preview', preview, { failed: versionTexts.notDone })}
    >
      {versionTexts.preview}
    </Button>
  )
}
