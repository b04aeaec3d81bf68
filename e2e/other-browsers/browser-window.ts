/** An element of a page that takes user input. */
export interface BrowserElement {
  click(): Promise<void>
  /** Presses keys while the element has the focus. */
  type(text: string): Promise<void>
  upload(files: string[]): Promise<void>
}

/** The interface of both drivers. Functions run in the page and may use only their arguments. */
export interface BrowserWindow {
  open(address: string): Promise<void>
  evaluate<Result, Args extends unknown[]>(run: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** Runs a function in the page. @returns the element it returns, or null */
  element<Args extends unknown[]>(
    find: (...args: Args) => Element | null,
    ...args: Args
  ): Promise<BrowserElement | null>
  /** Runs a script in the page. */
  inject(script: string): Promise<void>
  /** Moves the focus to the next element. */
  pressTab(): Promise<void>
  close(): Promise<void>
}

/** The size of an iPhone. */
export const windowSize = { width: 390, height: 844 }
