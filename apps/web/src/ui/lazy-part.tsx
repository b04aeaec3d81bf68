import { type ComponentType, useEffect, useState } from 'react'
import { lazyPartTexts } from './lazy-part-texts.ts'
import { FailedState, Skeletons } from './states.tsx'

/**
 * A part of a page whose code is loaded after that of the page. If loading fails, only this part shows an error, and
 * retries on request or when the device is online again; input elsewhere on the page stays.
 * @param load    imports the component
 * @param height  of the placeholder until then, in pixels, so that what is below does not move; 0: none
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  height = 0,
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
    if (Loaded) return <Loaded {...props} />
    return height > 0 ? <Skeletons count={1} height={height} /> : null
  }
}
