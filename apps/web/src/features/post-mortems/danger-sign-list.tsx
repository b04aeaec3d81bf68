import './danger.css'
import type { DangerSign } from '@chisholm/domain/danger-signs'

/** Danger signs with what to do about each. */
export const DangerSignList = ({ signs }: { signs: readonly DangerSign[] }) => (
  <ul className="danger-sign-list">
    {signs.map(({ id, name, advice }) => (
      <li key={id}>
        <b>{name}</b>
        {advice}
      </li>
    ))}
  </ul>
)
