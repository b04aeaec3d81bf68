import { createContext } from 'react'

/** The scope of a page's charts, printed on their images: period, customers or sites, filters. */
export const ChartScope = createContext<readonly string[]>([])
