import './teaching-cases.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TeachingCase } from '@chisholm/domain/schemas'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { EmptyState, QueryState } from '../../ui/states.tsx'
import { choicesOf, useEntries } from '../library/index.ts'
import { casesQuery } from './teaching-case-queries.ts'
import { teachingCaseTexts as texts } from './teaching-case-texts.ts'

/** The library of teaching cases by diagnosis. */
export function CasesPage() {
  const { diagnosis, page = 1 }: { diagnosis?: string; page?: number } = useSearch({ strict: false })
  const cases = useQuery(casesQuery(diagnosis, page))
  const { entries } = useEntries('diagnoses', [diagnosis ?? null])
  const navigate = useNavigate()
  const show = (search: { diagnosis?: string | undefined; page?: number }) =>
    void navigate({ to: '/a/library/cases', search })
  return (
    <Page title={texts.title} back="/a/training" ownHeading>
      <h1>{texts.title}</h1>
      <p className="hint">{texts.hint}</p>
      <SelectField
        label={texts.filter}
        placeholder={texts.allDiagnoses}
        value={diagnosis ?? null}
        onChange={(chosen) => show({ diagnosis: chosen ?? undefined })}
        choices={choicesOf(entries)}
        clearable
      />
      <QueryState query={cases} failureText={texts.failed} />
      {cases.data?.data.length === 0 && <EmptyState text={diagnosis ? texts.noneOfDiagnosis : texts.none} />}
      <ul className="list">
        {cases.data?.data.map((found) => (
          <li key={found.id}>
            <CaseCard found={found} />
          </li>
        ))}
      </ul>
      {cases.data && (
        <Pager page={page} lastPage={cases.data.meta.last_page} onPage={(next) => show({ diagnosis, page: next })} />
      )}
    </Page>
  )
}

const CaseCard = ({ found: { title, text, diagnosis, season, year, photos } }: { found: TeachingCase }) => (
  <article className="card part">
    <h2>{title}</h2>
    <p className="hint">{`${diagnosis.name} · ${texts.when(season, year)}`}</p>
    <p className="case-text">{text}</p>
    {photos.length > 0 && (
      <ul className="case-photos">
        {photos.map(({ image, thumbnail }, index) => (
          <li key={thumbnail}>
            <a href={image} target="_blank" rel="noreferrer">
              <img src={thumbnail} alt={texts.photo(title, index + 1)} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    )}
  </article>
)
