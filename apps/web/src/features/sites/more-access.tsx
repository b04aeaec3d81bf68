import { useCachedProvider } from '../../api/cached-provider.ts'
import { telephoneUrl } from '../../ui/telephone-url.ts'
import { mySitesTexts } from './my-sites-texts.ts'

/** Tall enough for gloves. */
const tapTarget = { minWidth: 0, paddingBlock: 11, overflowWrap: 'anywhere' } as const

/** Explains whom to ask for access to more sites. */
export function MoreAccess() {
  const provider = useCachedProvider()
  return (
    <div className="hint">
      {mySitesTexts.moreAccess(provider?.name)}
      {(provider?.phone || provider?.email) && ':'}
      <div className="row" style={{ rowGap: 0, columnGap: 20 }}>
        {provider?.phone && (
          <a href={telephoneUrl(provider.phone)} style={tapTarget}>
            {provider.phone}
          </a>
        )}
        {provider?.email && (
          <a href={`mailto:${provider.email}`} style={tapTarget}>
            {provider.email}
          </a>
        )}
      </div>
    </div>
  )
}
