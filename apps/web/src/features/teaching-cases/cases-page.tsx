import './teaching-cases.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TeachingCase } from '@chisholm/domain/schemas/teaching-cases'
import { Page } from '../../ui/page.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { SelectField } from '../../ui/select-field.tsx'
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
      <PagedList
        query={cases}
        page={page}
        onPage={(next) => show({ diagnosis, page: next })}
        failureText={texts.failed}
        empty={<EmptyState text={diagnosis ? texts.noneOfDiagnosis : texts.none} />}
        renderRow={(found) => <CaseCard found={found} />}
      />
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
