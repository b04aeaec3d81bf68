/** An element of a page, for input as a person gives it. */
export interface BrowserElement {
  click(): Promise<void>
  /** Presses keys while the element has the focus. */
  type(text: string): Promise<void>
  /** Chooses files in a file input. */
  upload(files: string[]): Promise<void>
}

/** What both drivers can do. Functions run in the page: they may use nothing but their arguments. */
export interface BrowserWindow {
  open(address: string): Promise<void>
  evaluate<Result, Args extends unknown[]>(run: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** The element that a function returns, or null. */
  element<Args extends unknown[]>(
    find: (...args: Args) => Element | null,
    ...args: Args
  ): Promise<BrowserElement | null>
  /** Runs the text of a script in the page. */
  inject(script: string): Promise<void>
  /** Leads the focus to the next element. */
  pressTab(): Promise<void>
  close(): Promise<void>
}

/** As large as an iPhone's. */
export const windowSize = { width: 390, height: 844 }
