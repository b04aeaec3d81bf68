import { createTheme, type MantineColorsTuple, rem } from '@mantine/core'
import { uiTexts } from './ui-texts.ts'

const pine: MantineColorsTuple = [
  '#eaf4ef',
  '#d5e8de',
  '#a9d0bd',
  '#7fcfae',
  '#4f9a7c',
  '#37805f',
  '#256a4e',
  '#1d5641',
  '#184836',
  '#10382a',
]

interface ButtonStyle {
  size?: unknown
  variant?: unknown
  color?: unknown
}
/** Primary action; keeps its text contrast in dark mode. */
const filled = {
  '--button-bg': 'var(--pine)',
  '--button-hover': 'color-mix(in srgb, var(--pine) 88%, var(--ink))',
  '--button-color': 'var(--on-pine)',
}
const dangerous = {
  '--button-bg': 'var(--danger)',
  '--button-hover': 'color-mix(in srgb, var(--danger) 88%, var(--ink))',
  '--button-color': 'var(--on-danger)',
}
/** An icon button of the variant `default` looks like a button beside it. */
const quietIcon = {
  '--ai-bg': 'var(--card)',
  '--ai-hover': 'var(--hush)',
  '--ai-color': 'var(--ink)',
  '--ai-bd': '1px solid var(--edge)',
}
const dangerousIcon = { '--ai-color': 'var(--danger)', '--ai-hover': 'var(--danger-2)' }
const quiet = {
  '--button-bg': 'var(--card)',
  '--button-hover': 'var(--hush)',
  '--button-color': 'var(--ink)',
  '--button-bd': '1px solid var(--edge)',
}

/** Indents a text below the label of a checkbox. Input.css would remove the indent, because it is not in a layer. */
const belowLabel = { paddingInlineStart: 'var(--label-offset-start)' }

/** Design tokens for the component library; surface colours are in theme.css. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  colors: { pine },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  defaultRadius: 12,
  fontSizes: { xs: rem(13), sm: rem(15), md: rem(17), lg: rem(17), xl: rem(24) },
  components: {
    Button: {
      defaultProps: { size: 'md' },
      vars: (_theme: unknown, { size, variant = 'filled', color = 'pine' }: ButtonStyle) => ({
        root: {
          '--button-height': size === 'sm' ? '44px' : '52px',
          ...(variant === 'filled' && color === 'pine' && filled),
          ...(variant === 'filled' && color === 'red' && dangerous),
          ...(variant === 'subtle' &&
            color === 'red' && { '--button-color': 'var(--danger)', '--button-hover': 'var(--danger-2)' }),
          ...(variant === 'default' && quiet),
        },
      }),
      // long labels wrap and the button grows
      styles: {
        root: { height: 'auto', paddingBlock: 8 },
        inner: { minHeight: 'calc(var(--button-height) - 18px)' },
        label: { whiteSpace: 'normal', overflowWrap: 'anywhere', fontWeight: 650, lineHeight: 1.25 },
      },
    },
    ActionIcon: {
      // the size of a finger, whatever the size of the text
      defaultProps: { size: '44px' },
      vars: (_theme: unknown, { variant, color }: ButtonStyle) => ({
        root: variant === 'default' ? quietIcon : color === 'red' ? dangerousIcon : {},
      }),
    },
    TextInput: { defaultProps: { size: 'md' }, styles: fieldStyles() },
    PasswordInput: {
      defaultProps: { size: 'md', rightSectionWidth: 52 },
      styles: { ...fieldStyles(), visibilityToggle: { width: 44, height: 44 } },
    },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 }, styles: fieldStyles() },
    NativeSelect: { defaultProps: { size: 'md' }, styles: fieldStyles() },
    Select: { defaultProps: { size: 'md' }, styles: fieldStyles() },
    // Closed lists are not rendered: a form with several of them would render all their options at first sight.
    Combobox: { defaultProps: { keepMounted: false } },
    DatePicker: { defaultProps: { size: 'md' } },
    Checkbox: {
      defaultProps: { size: 'md' },
      // makes the whole row clickable
      styles: {
        body: { alignItems: 'center' },
        labelWrapper: { flex: 1 },
        label: { minHeight: 44, display: 'flex', alignItems: 'center', fontSize: rem(16) },
        error: { ...fieldStyles().error, ...belowLabel },
        description: { ...fieldStyles().description, ...belowLabel },
      },
    },
    CheckboxGroup: {
      styles: { label: fieldStyles().label, error: fieldStyles().error, description: fieldStyles().description },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': uiTexts.hideMessage, size: '44px' } } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 14,
        closeButtonProps: { 'aria-label': uiTexts.close, size: '44px' },
        // the page already has a banner landmark
        attributes: { header: { role: 'none' } },
      },
      styles: { title: { fontWeight: 700, fontSize: rem(17), overflowWrap: 'anywhere' }, header: { paddingBlock: 14 } },
    },
  },
})

function fieldStyles() {
  return {
    label: { fontSize: rem(15), fontWeight: 600, marginBottom: 6 },
    input: {
      minHeight: 52,
      borderColor: 'var(--edge)',
      background: 'var(--card)',
      color: 'var(--ink)',
      fontSize: rem(17),
    },
    error: { fontSize: rem(14), color: 'var(--danger)' },
    description: { color: 'var(--ink-2)', fontSize: rem(14) },
  }
}
