import './danger.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { PostMortem } from '@chisholm/domain/schemas'
import { dangerTexts } from './danger-texts.ts'
import { signsOf } from './danger-signs-of.ts'

/** The banner at the top of every screen of a post-mortem with danger signs. */
export function DangerBanner({ postMortem }: { postMortem: PostMortem | undefined }) {
  if (!postMortem?.danger) return null
  return (
    <aside className="banner danger danger-banner" aria-label={dangerTexts.banner}>
      <IconAlertTriangle size={22} aria-hidden />
      <span>
        {dangerTexts.titles[postMortem.danger]}
        {signsOf(postMortem).map(({ id, name }) => (
          <i key={id}>{name}</i>
        ))}
      </span>
    </aside>
  )
}
