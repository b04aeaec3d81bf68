import { type FastifyInstance } from 'fastify'
import { openApiRoute } from './openapi-route.ts'
import { isDemoLoaded } from './demo/accounts.ts'
import { absenceRoutes } from './features/absences/index.ts'
import {
  addAnimals,
  AnimalBody,
  animalRoutes,
  examinationRoutes,
  legacyAnimalRoutes,
  readSeenBefore,
} from './features/animals/index.ts'
import { alertRoutes, alertRuleRoutes } from './features/alerts/index.ts'
import { auditLogRoutes } from './features/audit-log/index.ts'
import { authRoutes, signInLimitRoutes } from './features/auth/index.ts'
import { calendarFeedRoutes } from './features/calendar-feeds/index.ts'
import { clientErrorRoutes } from './features/client-errors/index.ts'
import { commentRoutes } from './features/comments/index.ts'
import { customerRoutes } from './features/customers/index.ts'
import { exportRoutes } from './features/exports/index.ts'
import { importRoutes } from './features/imports/index.ts'
import { herdRoutes } from './features/herd/index.ts'
import { insightRoutes } from './features/insight/index.ts'
import { installationRoutes } from './features/installation/index.ts'
import { lotSummaryRoutes } from './features/lot-summary/index.ts'
import { libraryRoutes } from './features/library/index.ts'
import {
  photoArchiveRoutes,
  photoRoutes,
  presentPhoto,
  uploadPartRoutes,
  withThumbnailUrls,
} from './features/photos/index.ts'
import { notificationRoutes, pushRoutes, unsubscribeRoutes } from './features/notifications/index.ts'
import { plannerRoutes } from './features/planner/index.ts'
import { postMortemRoutes } from './features/post-mortems/index.ts'
import { providerRoutes } from './features/provider/index.ts'
import {
  amendmentRoutes,
  issueFinalReport,
  reportRoutes,
  reportVersionRoutes,
  withCorrection,
} from './features/reports/index.ts'
import { sampleRoutes } from './features/samples/index.ts'
import { savedReportRoutes } from './features/saved-reports/index.ts'
import { scheduledReportRoutes } from './features/scheduled-reports/index.ts'
import { scannerRoutes } from './features/scanner/index.ts'
import { beginSecondStep, secondFactorRoutes } from './features/second-factor/index.ts'
import { siteRoutes } from './features/sites/index.ts'
import { teachingCaseRoutes } from './features/teaching-cases/index.ts'
import { trainingRoutes } from './features/trainings/index.ts'
import { bulkRoutes, invitationRoutes, userRoutes } from './features/users/index.ts'

/** Every route of the API, and the document that describes them. */
export async function apiRoutes(api: FastifyInstance): Promise<void> {
  api.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  await openApiRoute(api)
  for (const routes of [
    authRoutes(beginSecondStep),
    signInLimitRoutes,
    secondFactorRoutes,
    userRoutes,
    invitationRoutes,
    bulkRoutes,
  ])
    await api.register(routes)
  for (const routes of [
    postMortemRoutes({
      animalBody: AnimalBody,
      addAnimals,
      readSeenBefore,
      issueFinalReport,
      presentPhoto,
      withThumbnailUrls,
    }),
    animalRoutes(withCorrection),
    examinationRoutes(withCorrection),
    legacyAnimalRoutes,
    photoRoutes(withCorrection),
    photoArchiveRoutes,
    uploadPartRoutes,
    commentRoutes,
    sampleRoutes,
    reportRoutes,
    reportVersionRoutes,
    amendmentRoutes,
    savedReportRoutes,
    absenceRoutes,
    herdRoutes,
    lotSummaryRoutes,
    insightRoutes,
    alertRuleRoutes,
    alertRoutes,
    scheduledReportRoutes,
    teachingCaseRoutes,
    calendarFeedRoutes,
    plannerRoutes(withThumbnailUrls),
    notificationRoutes,
    pushRoutes,
    unsubscribeRoutes,
    auditLogRoutes,
  ])
    await api.register(routes)
  for (const routes of [customerRoutes, siteRoutes, libraryRoutes, trainingRoutes, scannerRoutes])
    await api.register(routes)
  await api.register(providerRoutes(isDemoLoaded))
  for (const routes of [exportRoutes, importRoutes, clientErrorRoutes, installationRoutes]) await api.register(routes)
}
