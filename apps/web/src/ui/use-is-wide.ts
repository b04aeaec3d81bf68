import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen has room for two columns. */
export const useIsWide = (): boolean => useMediaQuery('(min-width: 768px)', false, { getInitialValueInEffect: false })

/** Whether the navigation is a rail beside the page. */
export const useHasRail = (): boolean => useMediaQuery('(min-width: 1024px)', false, { getInitialValueInEffect: false })

const splitViewQuery = '(min-width: 1024px), (min-width: 768px) and (min-height: 600px)'

/** Whether the screen has room for a list with a page beside it. A phone on its side is too low for two that scroll. */
export const useFitsSplitView = (): boolean => useMediaQuery(splitViewQuery, false, { getInitialValueInEffect: false })
