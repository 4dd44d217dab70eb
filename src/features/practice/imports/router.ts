import { z } from "zod";
import { dataOf, listOf } from "@/lib/pagination";
import { adminProcedure, rest, router, spending } from "@/server/api/trpc";
import { begunDto, exportDto, importDetailDto, importDto, importRowDto, receivedDto } from "./dto";
import { exportCsv, exportJson } from "./export/queries";
import { beginImport, checkAgain, forgetImport, orderImport, takePiece } from "./mutations";
import { getImport, listImportRows, listImports } from "./queries";
import { beginInput, pieceInput, rowsInput, uidInput } from "./schema";
