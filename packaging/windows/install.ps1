#Requires -Version 5.1
<#
.SYNOPSIS
Installs tutor from this stick on Windows, without a network; installs again to update.
.DESCRIPTION
For one person by default: program and data in the person's own folder, started when the person signs in.
With -Service, as administrator: for the whole computer, started with it, open to the school network.
-DryRun prints every action and does none.
.EXAMPLE
.\install.ps1 -DryRun
.EXAMPLE
.\install.ps1 -Service -Port 8010
#>
[CmdletBinding()]
param(
    [switch] $Service,
    [string] $Root = '',
    [string] $DataFolder = '',
    [ValidateRange(0, 65535)] [int] $Port = 0,
    [string] $BindAddress = '',
    [string] $Key = '',
    [switch] $NoStart,
    [switch] $DryRun,
    [ValidateSet('en', 'sw')] [string] $Language = $(if ((Get-Culture).Name -like 'sw*') { 'sw' } else { 'en' })
)
Set-StrictMode -Version 3
$ErrorActionPreference = 'Stop'
# Commands of modules do not see the preference of a script, but this they do.
$PSDefaultParameterValues = @{ '*:ErrorAction' = 'Stop' }
# Drawing progress makes Windows PowerShell unpack many times slower.
$ProgressPreference = 'SilentlyContinue'
# The proxy of a school is not asked for what is on this computer.
[Net.WebRequest]::DefaultWebProxy = New-Object -TypeName Net.WebProxy
$Stick = $PSScriptRoot
$TaskName = 'tutor'
$RuleName = 'tutor (school network)'
$WasRunning = $false
$IsInstalled = $false

function Write-Line([string] $English, [string] $Swahili) {
    Write-Output $(if ($Language -eq 'sw') { $Swahili } else { $English })
}

# Every change of this computer goes through here, so that -DryRun shows all of them.
function Invoke-Action([string] $Description, [scriptblock] $Action) {
    if ($DryRun) { Write-Output "would: $Description" } else { Write-Verbose $Description; & $Action }
}

function Test-Administrator {
    $identity = [Security.Principal.WindowsIdentity]::GetCurrent()
    ([Security.Principal.WindowsPrincipal] $identity).IsInRole([Security.Principal.WindowsBuiltInRole]::Administrator)
}

function Invoke-Installer([string] $Python, [string[]] $Options) {
    # Windows PowerShell joins arguments without quotes: paths with spaces are quoted here. A backslash before the
    # closing quote would take it for a letter, so it is doubled.
    $quoted = $Options | ForEach-Object { if ($_ -match '[\s]') { '"' + ($_ -replace '(\\+)$', '$1$1') + '"' } else { $_ } }
    $process = Start-Process -FilePath $Python -ArgumentList $quoted -NoNewWindow -Wait -PassThru
    if ($process.ExitCode -ne 0) { throw "installer.py: $($process.ExitCode)" }
}

function New-Shortcut([string] $Path, [string] $Target, [string] $Arguments) {
    $shell = New-Object -ComObject WScript.Shell
    $shortcut = $shell.CreateShortcut($Path)
    $shortcut.TargetPath = $Target
    $shortcut.Arguments = $Arguments
    $shortcut.WindowStyle = 7
    $shortcut.Save()
}

try {
    if (-not [Environment]::Is64BitOperatingSystem) { throw 'tutor needs a 64-bit Windows.' }
    if ($Service -and -not $DryRun -and -not (Test-Administrator)) {
        throw 'Right-click install.bat and choose "Run as administrator" for -Service.'
    }
    $base = if ($Service) { $env:ProgramData } else { $env:LOCALAPPDATA }
    if (-not $Root) { $Root = Join-Path $base 'tutor-program' }
    if (-not $DataFolder) { $DataFolder = Join-Path $base 'tutor' }
    $firstAddress = if ($Service) { '0.0.0.0' } else { '127.0.0.1' }
    if (-not (Test-Path -LiteralPath (Join-Path $Stick 'MANIFEST.json'))) { throw 'MANIFEST.json is missing.' }
    $embedded = Get-ChildItem -LiteralPath (Join-Path $Stick 'windows') -Filter 'python-*-embed-amd64.zip' `
        -ErrorAction SilentlyContinue | Select-Object -Last 1
    if (-not $embedded) { throw 'This stick was built without Python for Windows.' }

    # The installer runs on a copy of the stick's own Python; the installed version gets one of its own.
    $bootstrap = Join-Path ([IO.Path]::GetTempPath()) "tutor-setup-$PID"
    $start = Join-Path $Root 'bin\tutor.cmd'
    $settingsFile = Join-Path $DataFolder 'tutor.toml'
    $log = Join-Path $DataFolder 'logs\serve.log'
    $options = @(
        '-I', '-X', 'utf8', (Join-Path $Stick 'installer.py'), '--root', $Root, '--home', $DataFolder,
        '--first-host', $firstAddress, '--language', $Language
    )
    # A school that has settings keeps what is not named here.
    if ($BindAddress) { $options += @('--host', $BindAddress) }
    if ($Port) { $options += @('--port', "$Port") }
    if ($Key) { $options += @('--key', $Key) }

    Invoke-Action "stop the task '$TaskName' if it runs" {
        $running = Get-ScheduledTask -TaskName $TaskName -ErrorAction SilentlyContinue | Where-Object State -EQ 'Running'
        if ($running) {
            $script:WasRunning = $true
            $running | Stop-ScheduledTask
        }
        # Ending a task does not always end what it started.
        Get-Process -Name 'python' -ErrorAction SilentlyContinue |
            Where-Object { $_.Path -and $_.Path.StartsWith("$Root\versions\", 'OrdinalIgnoreCase') } |
            Stop-Process -Force
    }
    try {
        Invoke-Action "unpack $($embedded.FullName) to $bootstrap" {
            Expand-Archive -LiteralPath $embedded.FullName -DestinationPath $bootstrap -Force
        }
        Invoke-Action "run python.exe $($options -join ' ')" {
            Invoke-Installer -Python (Join-Path $bootstrap 'python.exe') -Options $options
            $script:IsInstalled = $true
        }
    }
    finally {
        Invoke-Action "remove $bootstrap" {
            if (Test-Path -LiteralPath $bootstrap) { Remove-Item -LiteralPath $bootstrap -Recurse -Force -ErrorAction SilentlyContinue }
        }
    }

    if (-not $Port) { $Port = 8010 }
    if (Test-Path -LiteralPath $settingsFile) {
        $line = Select-String -LiteralPath $settingsFile -Pattern '^port\s*=\s*(\d+)' | Select-Object -First 1
        if ($line) { $Port = [int] $line.Matches[0].Groups[1].Value }
    }
    Invoke-Action "make the folder of $log" {
        New-Item -ItemType Directory -Path (Split-Path -Path $log) -Force | Out-Null
    }
    if ($Service) {
        Invoke-Action "open the firewall for TCP port $Port from the local network ('$RuleName')" {
            Get-NetFirewallRule -DisplayName $RuleName -ErrorAction SilentlyContinue | Remove-NetFirewallRule
            New-NetFirewallRule -DisplayName $RuleName -Direction Inbound -Action Allow -Protocol TCP `
                -LocalPort $Port -RemoteAddress LocalSubnet -Profile Any | Out-Null
        }
        # Folders below ProgramData let everyone add files: what a pupil put there would run as the service.
        Invoke-Action "let only SYSTEM and administrators change $Root, and everyone read it" {
            & icacls.exe $Root /inheritance:r /grant:r '*S-1-5-18:(OI)(CI)F' '*S-1-5-32-544:(OI)(CI)F' `
                '*S-1-5-32-545:(OI)(CI)RX' '*S-1-5-19:(OI)(CI)RX' | Out-Null
            if ($LASTEXITCODE -ne 0) { throw "icacls: $LASTEXITCODE" }
        }
        Invoke-Action "let only LocalService, SYSTEM and administrators into $DataFolder" {
            & icacls.exe $DataFolder /inheritance:r /grant:r '*S-1-5-19:(OI)(CI)M' '*S-1-5-18:(OI)(CI)F' `
                '*S-1-5-32-544:(OI)(CI)F' | Out-Null
            if ($LASTEXITCODE -ne 0) { throw "icacls: $LASTEXITCODE" }
        }
    }
    # Who signed in sees tutor's window with the set-up code; a service has no window, so it writes to its log.
    $call = if ($Service) { "`"$start`" serve >`"$log`" 2>&1" } else { "`"$start`" serve" }
    Invoke-Action "register the scheduled task '$TaskName' that runs: $call" {
        $command = New-ScheduledTaskAction -Execute 'cmd.exe' -Argument "/d /c `"$call`"" -WorkingDirectory $DataFolder
        $settings = New-ScheduledTaskSettingsSet -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries `
            -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 10 -RestartInterval (New-TimeSpan -Minutes 1)
        if ($Service) {
            $trigger = New-ScheduledTaskTrigger -AtStartup
            $principal = New-ScheduledTaskPrincipal -UserId 'S-1-5-19' -LogonType ServiceAccount
        }
        else {
            $user = [Security.Principal.WindowsIdentity]::GetCurrent().Name
            $trigger = New-ScheduledTaskTrigger -AtLogOn -User $user
            $principal = New-ScheduledTaskPrincipal -UserId $user -LogonType Interactive
        }
        Register-ScheduledTask -TaskName $TaskName -Action $command -Trigger $trigger -Settings $settings `
            -Principal $principal -Force | Out-Null
    }
    $menuFolder = if ($Service) { 'CommonPrograms' } else { 'Programs' }
    $menu = Join-Path ([Environment]::GetFolderPath($menuFolder)) 'tutor.lnk'
    Invoke-Action "Start menu entry $menu -> http://127.0.0.1:$Port" {
        New-Shortcut -Path $menu -Target (Join-Path $env:WINDIR 'explorer.exe') -Arguments "http://127.0.0.1:$Port"
    }
    if (-not $NoStart) {
        Invoke-Action "start the task '$TaskName' and wait for http://127.0.0.1:$Port/health" {
            Start-ScheduledTask -TaskName $TaskName
            $answers = $false
            for ($second = 0; $second -lt 180 -and -not $answers; $second++) {
                try {
                    $reply = Invoke-WebRequest -Uri "http://127.0.0.1:$Port/health" -UseBasicParsing -TimeoutSec 5
                    $answers = $reply.StatusCode -eq 200
                }
                catch { Start-Sleep -Seconds 1 }
            }
            if (-not $answers) { throw "tutor does not answer yet at port $Port." }
            if ($Service) {
                Select-String -LiteralPath $log -Pattern 'Setup code|kuanzisha' | ForEach-Object { Write-Output $_.Line }
            }
        }
    }
    Invoke-Action "run `"$start`" address" { & $start address }
    if ($DryRun) { Write-Line 'Nothing was changed.' 'Hakuna kilichobadilishwa.' } else { Write-Line 'Done.' 'Tayari.' }
    exit 0
}
catch {
    $why = $_.Exception.Message
    if ($WasRunning) {
        Invoke-Action "start the task '$TaskName' again" {
            Start-ScheduledTask -TaskName $TaskName -ErrorAction SilentlyContinue
        }
    }
    if ($IsInstalled) {
        Write-Line "The program is installed, but not all of the rest: $why Run install.bat again." `
            "Programu imesakinishwa, lakini si mengine yote: $why Endesha tena install.bat."
    }
    else {
        Write-Line "Not installed: $why Nothing that ran before was changed." `
            "Haikusakinishwa: $why Kilichokuwepo hakijabadilika."
    }
    exit 1
}
