import { renderSVG } from 'uqr'
import { serverTexts } from '@chisholm/domain/server-texts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { Settings } from '../../settings.ts'
import { readReportCertificate } from '../../signature/report-certificate.ts'
import type { Storage } from '../../storage/storage.ts'
import { fingerprintOfBytes, readVerified } from '../../storage/file-integrity.ts'
import { renderReport } from '../../pdf/render-report.ts'
import type { PhotoPrintSize } from '../../pdf/report-content.ts'
import { photosByIds, readImage, readThumbnail } from '../photos/index.ts'
import { readLogo } from '../provider/index.ts'
import { expectedPdf } from './expected-pdf.ts'
import { withProgress } from './report-progress.ts'
import type { StoredReport } from './compose-report.ts'
import * as queries from './report-versions.queries.ts'

export interface FileContext {
  db: Executor
  storage: Storage
  settings: Pick<Settings, 'reportCertificate'>
}

/**
 * Reads the PDF of a version, which is rendered once and never changes. If its file is missing or damaged, it is
 * restored from the stored version, provided that this yields the same bytes.
 * @throws notFound  the file is lost, and rendering it now would give another file
 */
export async function readVersionPdf(ctx: FileContext, version: queries.VersionRow): Promise<Buffer> {
  const { id, file_key, file_hash, bytes } = version
  if (file_key === null || file_hash === null) return renderVersion(ctx, version)
  const intact = await readVerified(ctx.storage, expectedPdf({ id, file_key, file_hash, bytes }))
  if (intact) return intact
  const pdf = await printIssued(ctx, version)
  if (!fingerprintOfBytes(pdf).hash.equals(file_hash))
    throw new AppError('not-found', serverTexts.refusal.reportFileLost)
  await ctx.storage.put(file_key, pdf)
  return pdf
}

/**
 * The SHA-256 of the PDF of a version, hexadecimal.
 * @param countRender  called before a PDF is rendered that does not exist yet; may throw
 */
export async function readVersionHash(
  ctx: FileContext,
  version: queries.VersionRow,
  countRender: () => Promise<void>,
): Promise<string> {
  if (version.file_hash) return version.file_hash.toString('hex')
  await countRender()
  return fingerprintOfBytes(await renderVersion(ctx, version)).hash.toString('hex')
}

/** Versions that this process is rendering, so that the job and a reader do not do it twice. */
const rendering = new Map<string, Promise<Buffer>>()

function renderVersion(ctx: FileContext, version: queries.VersionRow): Promise<Buffer> {
  const running = rendering.get(version.id)
  if (running) return running
  const started = renderFirst(ctx, version).finally(() => rendering.delete(version.id))
  rendering.set(version.id, started)
  return started
}

/** Renders a version for the first time. Of several servers, the first one to store its PDF determines it. */
async function renderFirst(ctx: FileContext, version: queries.VersionRow): Promise<Buffer> {
  const pdf = await printIssued(ctx, version)
  const { hash, bytes } = fingerprintOfBytes(pdf)
  const file_key = `reports/${version.id}-${hash.toString('hex')}.pdf`
  await ctx.storage.put(file_key, pdf)
  const stored = await queries.storeFile(ctx.db, version.id, { file_key, file_hash: hash, bytes })
  if (stored?.file_key === file_key) return pdf
  await ctx.storage.remove(file_key)
  // the ticket was erased in the meantime
  if (!stored) throw notFound()
  return readVersionPdf(ctx, { ...version, ...stored })
}

/** Renders an issued report and signs it, if there is a certificate. */
async function printIssued(ctx: FileContext, version: queries.VersionRow): Promise<Buffer> {
  const content = await queries.contentOfVersion(ctx.db, version.id)
  const pdf = await printReport(ctx, version.post_mortem_id, content)
  const certificate = readReportCertificate(ctx.settings)
  if (!certificate) return pdf
  const { signPdf } = await import('../../signature/sign-pdf.ts')
  return signPdf(pdf, certificate, { at: new Date(content.issuedAt), name: content.provider.name })
}

/** Renders the content of a report with its photos, logo and QR code. */
export async function printReport(
  ctx: FileContext,
  postMortemId: PostMortemId,
  { logoKey, ...report }: StoredReport,
): Promise<Buffer> {
  const ids = report.animals.flatMap(({ photos }) => photos.map(({ id }) => id))
  const rows = new Map((await photosByIds(ctx.db, ids)).map((row): [string, typeof row] => [row.id, row]))
  const readPhoto = async (id: string, { fromThumbnails }: PhotoPrintSize) => {
    const row = rows.get(id)
    if (!row) return null
    return (fromThumbnails && (await readThumbnail(ctx, row))) || readImage(ctx, row)
  }
  const printed = {
    ...report,
    animals: report.animals.map((animal) => ({
      ...animal,
      photos: animal.photos.map(({ id, ...photo }) => ({
        ...photo,
        read: (plates: PhotoPrintSize) => readPhoto(id, plates),
      })),
    })),
    logo: logoKey === null ? null : await readLogo(ctx, logoKey),
    qrCode: report.version && renderSVG(report.version.verifyUrl, { border: 2 }),
  }
  const rendered = { id: postMortemId, draft: report.version === null, photos: ids.length }
  return withProgress(ctx.db, rendered, (onPhoto) => renderReport(printed, onPhoto))
}
