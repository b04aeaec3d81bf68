import { Button, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Customer } from '@chisholm/domain/schemas/customers-and-sites'
import { customerTexts } from './customer-texts.ts'
import { siteTexts } from '../sites/index.ts'
import { listTexts } from '../../ui/list-texts.ts'
import { LinkRow } from '../../ui/link-row.tsx'
import { NewSiteDialog } from './new-site-dialog.tsx'
import { RetiredPill } from './retired-pill.tsx'

/** From this number of sites on, a filter is shown. */
const searchableFrom = 8

export function CustomerSites({ customer, sites }: { customer: Customer; sites: Customer['sites'] }) {
  // A new key gives each dialog that is opened a form of its own.
  const [dialog, setDialog] = useState({ opened: false, number: 0 })
  const [text, setText] = useState('')
  const shown = sites.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  return (
    <section className="stack" aria-label={customerTexts.sites}>
      <div className="row between">
        <h2>{customerTexts.sites}</h2>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => setDialog(({ number }) => ({ opened: true, number: number + 1 }))}
        >
          {siteTexts.add}
        </Button>
      </div>
      {sites.length > searchableFrom && (
        <TextInput
          type="search"
          aria-label={customerTexts.filterSites}
          placeholder={customerTexts.filterSites}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {sites.length === 0 && <p className="hint">{customerTexts.noSites}</p>}
      {sites.length > 0 && shown.length === 0 && <p className="hint">{listTexts.noneFound(text.trim())}</p>}
      <ul className="list">
        {shown.map(({ id, name, retired }) => (
          <li key={id}>
            <LinkRow to={`/a/admin/sites/${id}`} title={name}>
              <RetiredPill retired={retired} />
            </LinkRow>
          </li>
        ))}
      </ul>
      {dialog.number > 0 && (
        <NewSiteDialog
          key={dialog.number}
          customer={customer}
          opened={dialog.opened}
          onClose={() => setDialog(({ number }) => ({ opened: false, number }))}
        />
      )}
    </section>
  )
}
