import { useCachedProvider } from '../../api/cached-provider.ts'
import { mySitesTexts } from './my-sites-texts.ts'

/** Explains whom to ask for access to more sites. */
export function MoreAccess() {
  const provider = useCachedProvider()
  return (
    <p className="hint">
      {mySitesTexts.moreAccess(provider?.name)}
      {provider?.phone && (
        <>
          : <a href={`tel:${provider.phone.replaceAll(' ', '')}`}>{provider.phone}</a>
        </>
      )}
      {provider?.email && (
        <>
          {provider.phone ? ', ' : ': '}
          <a href={`mailto:${provider.email}`}>{provider.email}</a>
        </>
      )}
    </p>
  )
}
