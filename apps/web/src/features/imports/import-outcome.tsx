import { labelOfField } from '@chisholm/domain/audit-fields'
import { importTexts } from './import-texts.ts'
import { FieldChanges } from '../audit-log/index.ts'
import type { ImportOutcome } from './use-import.ts'

/** The preview or the result of an import, with its errors. */
export function ImportOutcomeView({ outcome }: { outcome: ImportOutcome }) {
  const { counts, problems, problems_not_shown: hidden, rows, ignored_columns } = outcome
  return (
    <>
      <section className="card stack" aria-label={outcome.kind}>
        <output>{summaryOf(outcome)}</output>
        <dl className="counts">
          {(['new', 'changed', 'unchanged', 'problems'] as const).map((what) => (
            <div key={what} className={what === 'problems' && counts.problems > 0 ? 'is-wrong' : ''}>
              <dt>{what === 'problems' ? importTexts.problemsCounted(counts.problems) : importTexts.counts[what]}</dt>
              <dd>{counts[what]}</dd>
            </div>
          ))}
        </dl>
        {ignored_columns.length > 0 && <p className="banner">{importTexts.ignored(ignored_columns)}</p>}
      </section>
      {problems.length > 0 && (
        <section className="card">
          <h2>{importTexts.problems}</h2>
          {hidden > 0 && <p className="hint">{importTexts.firstProblems(problems.length, hidden)}</p>}
          <ul className="import-rows">
            {problems.map(({ line, column, text }) => (
              <li key={`${line} ${column} ${text}`}>
                <b>
                  {importTexts.line(line)}
                  {column && `, ${column}`}
                </b>
                <br />
                {text}
              </li>
            ))}
          </ul>
        </section>
      )}
      {rows.length > 0 && (
        <section className="card">
          <h2>{importTexts.rows}</h2>
          {rows.length < counts.new + counts.changed && <p className="hint">{importTexts.firstRows(rows.length)}</p>}
          <ul className="import-rows">
            {rows.map(({ line, name, what, changes }) => (
              <li key={line}>
                <div className="row between">
                  <b className="grow">{name}</b>
                  <span className={what === 'new' ? 'pill done' : 'pill progress'}>{importTexts.counts[what]}</span>
                </div>
                <FieldChanges changes={changes.map((change) => ({ ...change, field: labelOfField(change.field) }))} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function summaryOf({ applied, counts, emails, tickets = 0 }: ImportOutcome): string {
  if (counts.problems > 0) return importTexts.mend(counts.problems)
  if (counts.new + counts.changed === 0 && !applied)
    return counts.unchanged === 0 ? importTexts.noRows : importTexts.nothing
  return [
    applied ? importTexts.applied(counts.new, counts.changed) : importTexts.ready,
    ...(tickets > 0 ? [importTexts.tickets(tickets)] : []),
    ...(emails > 0 ? [importTexts.emails(emails)] : []),
  ].join(' ')
}
