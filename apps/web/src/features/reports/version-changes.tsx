import { useQuery } from '@tanstack/react-query'
import type { ReportChange } from '@chisholm/domain/schemas/report-versions'
import { QueryState } from '../../ui/states.tsx'
import { changesQuery } from './version-queries.ts'
import { versionTexts } from './version-texts.ts'

const changeTexts = versionTexts.changes

/** The differences between a version and the previous one, by animal. */
export function VersionChanges({ versionId }: { versionId: string }) {
  const changes = useQuery(changesQuery(versionId))
  if (!changes.data) return <QueryState query={changes} failureText={changeTexts.failed} height={44} count={1} />
  if (changes.data.changes.length === 0) return <p className="hint">{changeTexts.none}</p>
  const byAnimal = Map.groupBy(changes.data.changes, ({ animal }) => animal)
  return [...byAnimal].map(([animal, fields]) => (
    <section key={animal ?? ''} className="version-changes">
      <h3>{animal ?? changeTexts.ticket}</h3>
      <dl>
        {fields.map((change, index) => (
          <ChangedField key={`${change.field} ${index}`} change={change} />
        ))}
      </dl>
    </section>
  ))
}

const ChangedField = ({ change: { field, before, after } }: { change: ReportChange }) => (
  <div>
    <dt>{field}</dt>
    {before !== null && (
      <dd>
        <span className="hint">{changeTexts.before}</span> <del>{before}</del>
      </dd>
    )}
    <dd>
      <span className="hint">{changeTexts.after}</span> {after ?? changeTexts.empty}
    </dd>
  </div>
)
