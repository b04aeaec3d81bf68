import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { currentLayout, type ReadableReport } from '../pdf/report-content.ts'
import { noHistory } from './no-history.ts'

/** A unique photo, about as large as a detailed one in print size. */
export const createUniquePhoto = () =>
  sharp(randomBytes(200 * 150 * 3), { raw: { width: 200, height: 150, channels: 3 } })
    .resize(800)
    .jpeg({ quality: 80 })
    .toBuffer()

const provider = {
  name: 'Sunrise Vets',
  phone: '+1 403 555 0100',
  email: 'pm@sunrise.example',
  address: '',
}

/** Report content with one animal. */
export const createReport = (
  findings: string,
  photos: ReadableReport['animals'][number]['photos'] = [],
): ReadableReport => ({
  layout: currentLayout,
  paper: 'us-letter',
  provider,
  logo: null,
  number: 'CHM-1',
  version: {
    number: 1,
    kind: 'final',
    issuedOn: 'May 8th 2030',
    reason: null,
    code: 'ABCDEFGHJKMNPQRS',
    verifyUrl: 'http://127.0.0.1:3000/verify/ABCDEFGHJKMNPQRS',
  },
  issuedAt: '2030-05-08T12:00:00.000Z',
  qrCode: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0h5v5H0z"/></svg>',
  customer: 'Prairie Feeders',
  site: { name: 'North Yard', region: null, city: null },
  requestedBy: 'Casey Doyle',
  requestedAt: 'May 6th 2030',
  recordAt: 'May 5th 2030',
  scheduledAt: 'May 7th 2030',
  completedAt: 'May 8th 2030',
  veterinarian: 'Dana Whitfield',
  note: null,
  noVetVisit: false,
  lotSummary: null,
  groups: [[0]],
  earlierVersions: [],
  changesSince: null,
  changes: [],
  animals: [
    {
      tag: 'Y 4471',
      tagColor: 'Yellow',
      rfid: null,
      pen: '12',
      lot: null,
      breed: null,
      animalColor: null,
      group: null,
      weight: null,
      dateOfDeath: 'May 5th 2030',
      ...noHistory,
      customerNotes: null,
      customerDiagnosis: null,
      diagnosis: 'Bloat',
      agreement: null,
      notifiableWarning: null,
      examination: [],
      external: null,
      systems: [],
      samples: [],
      lesions: [],
      findings,
      notes: null,
      photos,
    },
  ],
})

/** Report content with unique photos. */
export async function createReportWithUniquePhotos(name: string, count: number): Promise<ReadableReport> {
  const photos = []
  for (let number = 1; number <= count; number++) {
    const bytes = await createUniquePhoto()
    photos.push({ read: async () => bytes, caption: `Photo ${number}` })
  }
  return createReport(`Findings of ${name}.`, photos)
}
