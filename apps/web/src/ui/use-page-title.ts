import { useDocumentTitle } from '@mantine/hooks'
import { uiTexts } from '../ui-texts.ts'

/** Names the page in the tab of the browser. */
export const usePageTitle = (title: string): void => useDocumentTitle(`${title} · ${uiTexts.product}`)
