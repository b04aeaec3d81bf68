import { plural } from '@chisholm/domain/plural'

export const markupTexts = {
  title: (photo: string) => `Draw on ${photo}`,
  tools: 'Tools',
  kinds: { arrow: 'Arrow', circle: 'Circle', line: 'Line', text: 'Text' },
  colors: 'Colour',
  colorNames: { '#ffe600': 'Yellow', '#00e5ff': 'Blue', '#7dff3a': 'Green', '#ffffff': 'White' },
  removeAll: 'Remove all',
  count: (count: number) => plural(count, '1 drawing', `${count} drawings`),
  mustDecide: 'Save the drawing or cancel it first.',
  full: 'A photo can have at most 50 drawings.',
  surface: 'Photo to draw on',
  help: 'Draw with your finger. With the keyboard: arrow keys move the cross, Enter sets the start and the end, Escape removes the start.',
  startIsSet: 'Start set. Move to the end and press Enter.',
  text: 'What to write',
  place: 'Write',
} as const
