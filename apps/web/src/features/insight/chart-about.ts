import { createContext } from 'react'

/** What the charts of a page are about, as pictures of them say: period, places, filters. */
export const ChartAbout = createContext<readonly string[]>([])
