import type { ComponentProps } from 'react'

interface ButtonElementProps extends ComponentProps<'button'> {
  'data-loading'?: boolean
  'data-disabled'?: boolean
}

/**
 * The element of the library's buttons. While it is loading, it ignores clicks, but is not disabled as the library's own
 * is: a browser takes the focus away from a disabled element, and a keyboard user would start from the top of the page.
 */
export function ButtonElement({ disabled, onClick, ...props }: ButtonElementProps) {
  const { 'data-loading': isLoading = false, 'data-disabled': isDisabled = false } = props
  if (!isLoading || isDisabled) return <button type="button" {...props} disabled={disabled} onClick={onClick} />
  // also prevents that the form is submitted
  return <button type="button" {...props} aria-disabled onClick={(event) => event.preventDefault()} />
}
