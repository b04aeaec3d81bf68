/** Whether letters typed in this element are text. */
export const isTextField = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.closest('textarea, select, input:not([type=radio]):not([type=checkbox]), [role=dialog], [role=listbox]') !==
    null
