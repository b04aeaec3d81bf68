export interface BrowserElement {
  click(): Promise<void>
  /** Types while the element has the focus. */
  type(text: string): Promise<void>
  upload(files: string[]): Promise<void>
}

/** The common features of both browser drivers. Functions run in the page and may use only their arguments. */
export interface BrowserWindow {
  open(address: string): Promise<void>
  evaluate<Result, Args extends unknown[]>(run: (...args: Args) => Result, ...args: Args): Promise<Result>
  /**
   * Runs a function in the page.
   * @returns the element that the function returns, or null
   */
  element<Args extends unknown[]>(
    find: (...args: Args) => Element | null,
    ...args: Args
  ): Promise<BrowserElement | null>
  inject(script: string): Promise<void>
  pressTab(): Promise<void>
  /** Presses the back button of the browser. */
  goBack(): Promise<void>
  close(): Promise<void>
}

export const windowSize = { width: 390, height: 844 }
