import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { lazyPartTexts } from './lazy-part-texts.ts'
import { FailedState } from './states.tsx'

/**
 * A part of a page whose code is loaded after that of the page. If loading fails, only this part shows an error, and
 * retries on request or when the device is online again; input elsewhere on the page stays.
 * @param load     imports the component
 * @param loading  shown until then
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  loading: ReactNode = null,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined
  return function LazyPart(props: Props) {
    const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(Loaded ? 'loaded' : 'loading')
    useEffect(() => {
      if (state !== 'loading') return
      let isGone = false
      const show = (next: 'loaded' | 'failed') => !isGone && setState(next)
      load().then(
        (component) => {
          Loaded = component
          show('loaded')
        },
        () => show('failed'),
      )
      return () => void (isGone = true)
    }, [state])
    const retry = () => setState('loading')
    useEffect(() => {
      if (state !== 'failed') return
      addEventListener('online', retry)
      return () => removeEventListener('online', retry)
    }, [state])
    if (state === 'failed') return <FailedState text={lazyPartTexts.failed} onRetry={retry} />
    return Loaded ? <Loaded {...props} /> : loading
  }
}
