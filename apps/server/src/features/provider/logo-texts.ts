export const logoTexts = {
  required: 'Please choose a picture of the logo.',
  type: 'Please choose a png, jpg or jpeg file.',
  broken: 'This picture is damaged and cannot be read. Please choose another.',
  tooLarge: 'A logo has at most 2 MB and 16 megapixels. Please choose a smaller picture.',
}
