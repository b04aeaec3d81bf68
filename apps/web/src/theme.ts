import { createTheme, type MantineColorsTuple } from '@mantine/core'

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

interface ButtonLook {
  size?: unknown
  variant?: unknown
  color?: unknown
}
/** The next action, in pine; its text keeps its contrast in the dark. */
const filled = {
  '--button-bg': 'var(--pine)',
  '--button-hover': 'color-mix(in srgb, var(--pine) 88%, var(--ink))',
  '--button-color': 'var(--on-pine)',
}
const quiet = {
  '--button-bg': 'var(--card)',
  '--button-hover': 'var(--hush)',
  '--button-color': 'var(--ink)',
  '--button-bd': '1px solid var(--edge)',
}

/** The tokens of the look, carried by the component library; colours of surfaces stand in theme.css. */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  colors: { pine },
  primaryColor: 'pine',
  primaryShade: { light: 7, dark: 3 },
  autoContrast: true,
  defaultRadius: 12,
  fontSizes: { xs: '13px', sm: '15px', md: '17px', lg: '17px', xl: '24px' },
  components: {
    Button: {
      defaultProps: { size: 'md' },
      vars: (_theme: unknown, { size, variant = 'filled', color = 'pine' }: ButtonLook) => ({
        root: {
          '--button-height': size === 'sm' ? '44px' : '52px',
          ...(variant === 'filled' && color === 'pine' && filled),
          ...(variant === 'default' && quiet),
        },
      }),
      // long words wrap and the button grows with them
      styles: {
        root: { height: 'auto', paddingBlock: 8 },
        inner: { minHeight: 'calc(var(--button-height) - 18px)' },
        label: { whiteSpace: 'normal', fontWeight: 650, lineHeight: 1.25 },
      },
    },
    TextInput: { defaultProps: { size: 'md' }, styles: fieldStyles() },
    PasswordInput: { defaultProps: { size: 'md' }, styles: fieldStyles() },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 }, styles: fieldStyles() },
    Select: { defaultProps: { size: 'md' }, styles: fieldStyles() },
    DateInput: { defaultProps: { size: 'md' }, styles: fieldStyles() },
    Checkbox: {
      defaultProps: { size: 'md' },
      styles: { body: { minHeight: 44, alignItems: 'center' }, label: { fontSize: 16 } },
    },
    Modal: {
      defaultProps: { centered: true, radius: 14 },
      styles: { title: { fontWeight: 700, fontSize: 17, lineHeight: 1.3 } },
    },
  },
})

function fieldStyles() {
  return {
    label: { fontSize: 15, fontWeight: 600, marginBottom: 6 },
    input: { minHeight: 52, borderColor: 'var(--edge)', background: 'var(--card)', color: 'var(--ink)', fontSize: 17 },
    error: { fontSize: 14, color: 'var(--danger)' },
    description: { color: 'var(--ink-2)', fontSize: 14 },
  }
}
