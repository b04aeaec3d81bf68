import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen has room for two columns. */
export const useIsWide = (): boolean => useMediaQuery('(min-width: 768px)', false, { getInitialValueInEffect: false })
