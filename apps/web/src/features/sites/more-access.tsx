import { useCachedProvider } from '../../api/cached-provider.ts'
import { mySitesTexts } from './my-sites-texts.ts'

/** Tall enough for gloves. */
const tapTarget = { display: 'inline-block', paddingBlock: 12 }

/** Explains whom to ask for access to more sites. */
export function MoreAccess() {
  const provider = useCachedProvider()
  return (
    <p className="hint">
      {mySitesTexts.moreAccess(provider?.name)}
      {provider?.phone && (
        <>
          :{' '}
          <a href={`tel:${provider.phone.replaceAll(' ', '')}`} style={tapTarget}>
            {provider.phone}
          </a>
        </>
      )}
      {provider?.email && (
        <>
          {provider.phone ? ', ' : ': '}
          <a href={`mailto:${provider.email}`} style={tapTarget}>
            {provider.email}
          </a>
        </>
      )}
    </p>
  )
}
