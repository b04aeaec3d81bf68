import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { LoadMore } from '../../ui/load-more.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { texts } from '@chisholm/domain/texts'
import { searchTexts } from './search-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { customerPagesQuery, customerQuery } from '../customers/index.ts'
import type { SearchCriteria } from './search-query.ts'

interface ClientFieldProps {
  search: SearchCriteria
  onChange: (change: { client?: string | null; site?: string | null }) => void
}

/** Selects a client, whose options are loaded page by page, and then one of its sites. */
export function ClientField({ search, onChange }: ClientFieldProps) {
  const pages = useInfiniteQuery(customerPagesQuery())
  const loaded = pages.data ?? []
  const isMissing = search.client !== undefined && loaded.every(({ id }) => id !== search.client)
  const chosen = useQuery({ ...customerQuery(search.client ?? ''), enabled: isMissing && pages.isSuccess }).data
  const customers = isMissing && chosen ? [...loaded, chosen] : loaded
  const sites = customers.find(({ id }) => id === search.client)?.sites
  return (
    <>
      <SelectField
        searchable
        label={searchTexts.client}
        value={search.client ?? null}
        onChange={(client) => onChange({ client, site: null })}
        choices={customers.map(({ id, name }) => ({ value: id, label: name }))}
        placeholder={pages.data && customers.length === 0 ? texts.empty.customers : uiTexts.any}
        clearable
      />
      <LoadMore list={pages} label={searchTexts.moreClients} />
      {search.client && (
        <SelectField
          searchable
          label={searchTexts.site}
          value={search.site ?? null}
          onChange={(site) => onChange({ site })}
          choices={(sites ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          placeholder={sites?.length === 0 ? texts.empty.customerWithoutSites : uiTexts.any}
          clearable
        />
      )}
    </>
  )
}
