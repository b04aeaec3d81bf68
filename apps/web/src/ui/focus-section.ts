/** Moves the focus to a section, which is no stop of the Tab key. */
export function focusSection(section: HTMLElement): void {
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}
