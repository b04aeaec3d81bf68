import { Button, Menu } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { exportTexts } from './export-texts.ts'
import { download } from '../api/download.ts'
import type { ParamsOf, PathOf } from '../api/call-types.ts'
import { ActionMenu } from './action-menu.tsx'
import { toast, toastFailure } from './toast.ts'

type ExportPath = Extract<PathOf<'download'>, `/exports/${string}`>
/** An exportable list, named after its endpoint. */
export type ExportName = ExportPath extends `/exports/${infer Name}` ? Name : never

interface ExportButtonProps<Name extends ExportName> {
  list: Name
  /** Filters of the displayed list, without paging. */
  query?: ParamsOf<'download', `/exports/${Name}`>
}

/** Downloads the complete list with the current filters and order. */
export function ExportButton<Name extends ExportName>({ list, query }: ExportButtonProps<Name>) {
  const exporting = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => {
      const { page: _page, per_page: _perPage, ...filters } = { page: 0, per_page: 0, ...query }
      // cast: the parameters are those of this list
      const params = { ...filters, format } as unknown as ParamsOf<'download', `/exports/${Name}`>
      return download(`/exports/${list}` as const, params)
    },
    onSuccess: (file) => toast.success(exportTexts.done(file)),
    onError: toastFailure(exportTexts.failed),
  })
  return (
    <ActionMenu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          mih={44}
          loading={exporting.isPending}
          leftSection={<IconFileDownload size={20} stroke={1.8} aria-hidden />}
        >
          {exportTexts.title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Menu.Item key={format} mih={44} onClick={() => exporting.mutate(format)}>
            {exportTexts[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </ActionMenu>
  )
}
