import type { PopoverProps } from '@mantine/core'

/**
 * Where neither side of a field has the space for what it opens, as on a phone on its side or above its keyboard, the
 * larger one is taken. What is opened finds the height of this space in `--free-height`, and scrolls.
 */
export const fitInViewport: NonNullable<PopoverProps['middlewares']> = {
  flip: { fallbackStrategy: 'bestFit' },
  size: {
    padding: 8,
    apply: ({ availableHeight, elements }) =>
      elements.floating.style.setProperty('--free-height', `${Math.floor(availableHeight)}px`),
  },
}

/**
 * The height of a list of options in what is opened, in its border and padding. Two options are shown in any case.
 * @param pixels  its height where there is enough space
 */
export const optionsHeight = (pixels: number): string =>
  `min(${pixels}px, max(88px, var(--free-height, 100dvh) - 10px))`
