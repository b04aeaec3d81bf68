import type { PopoverProps } from '@mantine/core'

/** The distance to the field and to the edge of the screen. */
const margins = 16

/**
 * Where neither side of a field has the space for what it opens, as on a phone on its side, the larger one is taken. What
 * is opened finds the height of this space in `--free-height`, and scrolls. The keyboard of a phone, which comes and goes
 * while a field is used, takes nothing of it.
 */
export const fitInViewport: NonNullable<PopoverProps['middlewares']> = {
  flip: { fallbackStrategy: 'bestFit' },
  size: {
    apply: ({ placement, elements: { reference, floating } }) => {
      const { top, bottom } = reference.getBoundingClientRect()
      const space = placement.startsWith('top') ? top : document.documentElement.clientHeight - bottom
      floating.style.setProperty('--free-height', `${Math.floor(space) - margins}px`)
    },
  },
}

/**
 * The height of a list of options in what is opened, without its border and padding. Two options are shown in any case.
 * @param pixels  its height where there is enough space
 */
export const optionsHeight = (pixels: number): string =>
  `min(${pixels}px, max(88px, var(--free-height, 100dvh) - 10px))`
